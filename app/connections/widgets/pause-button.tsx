import { useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { showAlert } from '../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { pauseCall, resumeCall } from '../contract.ts';

/** Pauses or resumes a connection; what waits for it is kept. */
export function PauseButton({ slug, state, disabled }: { slug: string; state: string; disabled: boolean }) {
  const { revalidate } = useRevalidator();
  const paused = state === 'paused';
  const turn = async () => {
    const { message } = await call(paused ? resumeCall : pauseCall, { params: { name: slug } });
    showAlert('success', message);
    await revalidate();
  };
  if (state !== 'active' && !paused) return null;
  return (
    <SubmitButton variant="default" run={turn} disabled={disabled}>
      {paused ? 'Resume' : 'Pause'}
    </SubmitButton>
  );
}
