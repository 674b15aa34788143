import { startTransition } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { type Connection, syncNowCall } from '../../contract.ts';

type Props = {
  connection: Pick<Connection, 'slug' | 'state'>;
  /** Called at the press, so that its place is there before its reply. */
  onStart: () => void;
  /** With no runs where it could not be started. */
  onStarted: (runs: number[]) => void;
};

/** Reads every stream now. A second click joins the reads that are under way. */
export function SyncNow({ connection: { slug, state }, onStart, onStarted }: Props) {
  const { revalidate } = useRevalidator();
  const sync = async () => {
    onStart();
    let started: number[] = [];
    try {
      started = (await call(syncNowCall, { params: { name: slug } })).runs;
      await revalidate();
    } finally {
      // With what was read meanwhile, which the page draws as such.
      startTransition(() => onStarted(started));
    }
  };
  return (
    <SubmitButton run={sync} reason={reasons[state]}>
      Sync now
    </SubmitButton>
  );
}

/** Why it cannot be synced, by its state. */
const reasons: Record<string, string> = { paused: 'Resume it first.', needs_reconnect: 'Reconnect it first.' };
