import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { testCall } from '../contract.ts';

/** Tests a connection, and shows whose account it reaches or why it fails. */
export function TestButton({ slug }: { slug: string }) {
  const { revalidate } = useRevalidator();
  const test = async () => {
    const { works, message } = await call(testCall, { params: { name: slug } });
    showAlert(works ? 'success' : 'warning', message);
    await revalidate();
  };
  return (
    <SubmitButton variant="default" run={test}>
      Test
    </SubmitButton>
  );
}
