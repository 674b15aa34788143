import { IconUserShield } from '@tabler/icons-react';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { actAs } from '../header/act-as.ts';
import classes from './acting-as-band.module.css';

/** The band that says that a super admin is acting as another account, with the button to stop. */
export function ActingAsBand({ accountName }: { accountName: string }) {
  return (
    <section className={classes.band} aria-label="Acting as another account">
      <IconUserShield size={16} stroke={1.8} aria-hidden />
      <p>
        You are acting as <strong>{accountName}</strong>. What you do is recorded in its log.
      </p>
      <SubmitButton size="xs" variant="default" run={() => actAs(null)}>
        Leave
      </SubmitButton>
    </section>
  );
}
