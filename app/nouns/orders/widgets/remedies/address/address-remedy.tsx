import { useRevalidator } from 'react-router';
import { panelButton } from '../../../../../shared/issues/remedy/panel-button.tsx';
import type { RemedyIssue } from '../../../../../shared/issues/remedy/remedy.ts';
import { PressButton, RowActions } from '../../../../../ui/buttons/row-button.tsx';

const Complete = panelButton(() => import('./complete-address.tsx'));

/** Opens the form of the address; beside it, where the row says how it is certainly written, the button that accepts that at once. */
export function AddressRemedy({ issue }: { issue: RemedyIssue }) {
  const { suggested, order_id, orders = 1 } = issue;
  const { revalidate } = useRevalidator();
  if (suggested === undefined || !order_id || orders > 1) return <Complete issue={issue} />;
  const accept = async () => {
    const { acceptSeen } = await import('../../accept-fields.tsx');
    await acceptSeen(JSON.stringify([{ id: order_id, revision: suggested }]), () => void revalidate());
  };
  return (
    <RowActions>
      <PressButton run={accept}>Accept</PressButton>
      <Complete issue={issue} />
    </RowActions>
  );
}
