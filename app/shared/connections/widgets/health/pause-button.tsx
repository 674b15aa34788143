import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { pauseCall } from '../../contract.ts';

/** Pauses a connection; what waits for it is kept. Its health says that it is paused, and resumes it. */
export function PauseButton({ slug }: { slug: string }) {
  const save = useSave();
  return (
    <SubmitButton variant="default" run={() => save(pauseCall, { params: { name: slug } })}>
      Pause
    </SubmitButton>
  );
}
