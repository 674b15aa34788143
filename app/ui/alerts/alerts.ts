import { CallError } from '../../../platform/call.ts';
import { reportFreshness } from '../live/freshness.ts';
import { openStore, useStore } from '../live/store.ts';
import { errorMessage } from '../words/error-message.ts';

export type AlertLevel = 'info' | 'success' | 'warning' | 'danger';
export type Alert = { id: number; level: AlertLevel; text: string; ms: number; at: number; beside?: Beside | undefined };
/** What stands beside an alert's sentence. */
type Beside = AlertLink | AlertAction | readonly (AlertLink | AlertAction)[];
/** Where an alert leads on. */
export type AlertLink = { label: string; to: string };
/** What can be done about it, for as long as the alert stays. */
export type AlertAction = { label: string; run: () => Promise<void> };

/** How long the fixed alert stays, in ms. */
export const alertMs = 7_000;

/** How long an alert stays that goes with its person to another page, which shows the outcome itself, in ms. */
export const flashMs = 3_000;

/**
 * Shows a sentence in the alert bar and returns its id. A sentence that is already shown is shown anew instead of twice, and a success
 * takes what had failed before it away, unless that can be undone or followed.
 */
export function showAlert(level: AlertLevel, text: string, ms = alertMs, beside?: Beside): number {
  const id = nextId++;
  const others = alerts
    .get()
    .filter(
      (alert) => (alert.text !== text || alert.level !== level) && !(level === 'success' && alert.level === 'danger' && !alert.beside),
    );
  alerts.set([...others, { id, level, text, ms, beside, at: performance.now() }]);
  return id;
}

/** Call when the page at this address is asked for, which may come much later, and may be asked for again before it does. */
export function startLeaving(address: string): void {
  if (leaving?.address !== address) leaving = { address, at: performance.now() };
}

/**
 * Takes what is said about a page away when the next one is there. What was said on the way to it stays, however slowly it came, and
 * what can still be undone or followed.
 */
export function leaveAlerts(): void {
  const from = (leaving?.at ?? performance.now()) - onTheWayMs;
  leaving = undefined;
  alerts.set(alerts.get().filter(({ at, beside }) => beside || at > from));
}
let leaving: { address: string; at: number } | undefined;
const onTheWayMs = 1_500;

/** The generic error handler: shows what a failed call said. */
export function showError(error: unknown): void {
  showFailure(error, errorMessage(error));
}

/** Shows a failed call with a sentence of its own. */
export function showFailure(error: unknown, sentence: string): void {
  if (error instanceof CallError && error.status === 401) reportFreshness('signed_out');
  showAlert('danger', sentence);
}

export function dismissAlert(id: number): void {
  alerts.set(alerts.get().filter((alert) => alert.id !== id));
}

const alerts = openStore<readonly Alert[]>([]);
let nextId = 1;

export const useAlerts = () => useStore(alerts);
export const readAlerts = alerts.get;
