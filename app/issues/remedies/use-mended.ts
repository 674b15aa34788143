import { useRevalidator } from 'react-router';
import { showAlert } from '../../ui/alerts/alerts.ts';

/** By then the panel has faded, and focus is back at its button if that is still there. */
const fadedMs = 250;

/** Says that it is mended and shows the page as it now is. Where the row with the button has left, focus goes to the page. */
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
