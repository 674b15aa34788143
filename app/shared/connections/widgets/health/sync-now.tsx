import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { type Connection, syncNowCall } from '../../contract.ts';

type Props = { connection: Pick<Connection, 'slug' | 'state'>; onStarted: (runs: number[]) => void };

/** Reads every stream now. A second click joins the reads that are under way. */
export function SyncNow({ connection: { slug, state }, onStarted }: Props) {
  const { revalidate } = useRevalidator();
  const sync = async () => {
    const { runs } = await call(syncNowCall, { params: { name: slug } });
    onStarted(runs);
    await revalidate();
  };
  return (
    <SubmitButton run={sync} reason={reasons[state]}>
      Sync now
    </SubmitButton>
  );
}

/** Why it cannot be synced, by its state. */
const reasons: Record<string, string> = { paused: 'Resume it first.', needs_reconnect: 'Reconnect it first.' };
