import { useState } from 'react';
import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { alertMs, showAlert } from '../../../ui/alerts/alerts.ts';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { PressButton, RowButton } from '../../../ui/buttons/row-button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { pushStockCall, type StockSettings } from '../contract.ts';

const StockDialog = lazily(() => import('../widgets/stock-dialog.tsx'));

type Settings = StockSettings & { building: string | null };
type Props = { connection: { slug: string; name: string }; settings: Settings; mayMap: boolean };

/** Whether a channel is told of stock, and the ways to change that and to tell it everything now. */
export function StockBar({ connection, settings, mayMap }: Props) {
  const [isChanging, setChanging] = useState(false);
  const { mode } = settings;
  const push = async () => {
    const { message, runId } = await call(pushStockCall, { params: { name: connection.slug } });
    showAlert('success', message, alertMs, { label: 'See the run', to: href('/activity/:id', { id: String(runId) }) });
  };
  return (
    <Notice
      tone={mode === 'rehearsal' ? 'warning' : 'info'}
      actions={
        <>
          {mode !== 'off' && <PressButton run={push}>{mode === 'on' ? 'Push all stock now' : 'Rehearse all now'}</PressButton>}
          {mayMap && <RowButton onClick={() => setChanging(true)}>{mode === 'off' ? 'Send it stock…' : 'Change…'}</RowButton>}
        </>
      }
    >
      {sentence(connection.name, settings)}
      {isChanging && <StockDialog connection={connection} settings={settings} onClose={() => setChanging(false)} />}
    </Notice>
  );
}

/** What becomes of stock at this channel. */
export function sentence(name: string, { mode, location_name, location_id, buffer, building }: Settings): string {
  if (mode === 'off') return `Stock is not sent to ${name}.`;
  const kept = buffer === 0 ? '' : `, less ${countedWords(buffer, 'unit')} kept back of each product`;
  const from = building === null ? '' : `, which is ${building}`;
  const where = `at ${location_name ?? location_id}${from}${kept}`;
  return mode === 'on'
    ? `${name} is sent the stock of linked products ${where}, whenever it changes.`
    : `Rehearsal: what ${name} would be sent ${where} is listed on each product. Nothing is sent.`;
}
