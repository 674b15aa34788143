import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { readShippingOptionsCall } from '../contract.ts';

/** Gets the codes that the channel lists itself. */
export function GetOptions({ slug }: { slug: string }) {
  const { revalidate } = useRevalidator();
  const read = async () => {
    const { message } = await call(readShippingOptionsCall, { params: { connector: slug }, body: {} });
    showAlert('success', message);
    await revalidate();
  };
  return (
    <SubmitButton variant="default" run={read}>
      Get Shipping Options
    </SubmitButton>
  );
}
