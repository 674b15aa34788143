import { useRevalidator } from 'react-router';
import { showAlert } from '../../../../ui/alerts/alerts.ts';

/** Runs a call that changes the order, shows its sentence and reads the page again. */
export function useAct(): (work: () => Promise<{ message: string }>) => Promise<void> {
  const { revalidate } = useRevalidator();
  return async (work) => {
    const { message } = await work();
    showAlert('success', message);
    await revalidate();
  };
}
