import { call } from '../../../../platform/call.ts';
import { type EmailSetting, saveConnectionEmailCall } from '../contract.ts';
import { EmailNotification } from '../widgets/email-notification.tsx';

type Props = { slug: string; setting: EmailSetting; waits: boolean; mayChange: boolean };

/** The address that is mailed whatever happens in one connection. */
export function ConnectionEmail({ slug, setting, waits, mayChange }: Props) {
  return (
    <EmailNotification
      key={slug}
      saveName={slug}
      setting={setting}
      waits={waits}
      mayChange={mayChange}
      save={(body) => call(saveConnectionEmailCall, { params: { name: slug }, body })}
    />
  );
}
