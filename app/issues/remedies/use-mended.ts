import { useRevalidator } from 'react-router';
import { showAlert } from '../../ui/alerts/alerts.ts';

/** After this time the panel has faded, and focus is back on its button if that still exists. */
const fadedMs = 250;

/** Shows the success and reloads the page. If the row with the button is gone, focus moves to the page. */
export function useMended(close: () => void): (message: string) => Promise<void> {
  const { revalidate } = useRevalidator();
  return async (message) => {
    close();
    showAlert('success', message);
    await revalidate();
    setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
    }, fadedMs);
  };
}
