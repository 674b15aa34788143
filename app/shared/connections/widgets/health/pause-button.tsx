import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { pauseCall } from '../../contract.ts';

/** Pauses a connection; what waits for it is kept. Its health says that it is paused, and resumes it. */
export function PauseButton({ slug }: { slug: string }) {
  const { revalidate } = useRevalidator();
  const pause = async () => {
    showAlert('success', (await call(pauseCall, { params: { name: slug } })).message);
    await revalidate();
  };
  return (
    <SubmitButton variant="default" run={pause}>
      Pause
    </SubmitButton>
  );
}
