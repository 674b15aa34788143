import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { useConfirmedSave } from '../../../../nouns/mappings/saves/use-confirmed-save.tsx';
import { applyImportCall, cancelImportCall, undoImportCall } from '../../../../shared/imports/contract.ts';
import { dismissAlert, showAlert } from '../../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useLeaveFromHere } from '../../../../ui/hooks/use-leave-from-here.ts';
import { useReread } from '../../../../ui/hooks/use-reread.ts';
import { backOf } from '../back-of.ts';
import { tooManyNew } from '../causes/too-many-new.ts';
import type { ShownImport } from '../shown-import.ts';
import { importPreviewOf } from './links-at-warehouse.tsx';

const running: readonly string[] = ['checking', 'applying', 'undoing'];

/** `isChoosing`: a form below has the first button. */
type Props = { shown: ShownImport; isChoosing?: boolean };

/** What can be done with an import in its state. */
export function ImportActions({ shown, isChoosing = false }: Props) {
  const { id, state, run_id, entity, wrong, discarded_at } = shown;
  const { revalidate } = useRevalidator();
  const reread = useReread();
  const leaveFromHere = useLeaveFromHere();
  const onItsWay = useRef(0);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
    // The page says itself what became of it.
    if (!running.includes(state)) dismissAlert(onItsWay.current);
  }, [state]);
  const requested = (endpoint: typeof applyImportCall) => reread(call(endpoint, { params: { id }, body: { run_id } }));
  const act = (endpoint: typeof applyImportCall) => async () => {
    const { message } = await requested(endpoint);
    // What is quick has ended before its reply is here.
    const isOver = latest.current !== state && !running.includes(latest.current);
    if (!isOver) onItsWay.current = showAlert('success', message);
    await revalidate();
  };
  const { save, question } = useConfirmedSave();
  /** Links may concern orders that went to the warehouse. */
  const confirmed = (words: { title: string; verb: string; run: () => Promise<void> }) => async () =>
    entity.name === 'links' ? save({ ...words, preview: importPreviewOf(id, run_id) }) : words.run();
  const startAgain = async () => {
    const leave = leaveFromHere();
    await requested(cancelImportCall);
    await leave(backOf(shown).to);
  };
  return (
    <>
      {wrong > 0 && !discarded_at && ['checked', 'applied', 'undone'].includes(state) && (
        <a href={`/api/imports/${id}/wrong-rows`} download>
          Download the {wrong.toLocaleString('en-US')} wrong {wrong === 1 ? 'row' : 'rows'}
        </a>
      )}
      {['mapping', 'checked', 'failed'].includes(state) && (
        <SubmitButton variant="default" run={startAgain}>
          Start again
        </SubmitButton>
      )}
      {running.includes(state) && (
        <SubmitButton variant="default" run={act(cancelImportCall)}>
          Cancel
        </SubmitButton>
      )}
      {state === 'applied' && (
        <SubmitButton variant="default" run={confirmed({ title: 'Undo this import?', verb: 'Undo', run: act(undoImportCall) })}>
          Undo
        </SubmitButton>
      )}
      {state === 'checked' && (
        <Apply
          shown={shown}
          isChoosing={isChoosing}
          run={confirmed({ title: 'Apply these links?', verb: 'Apply', run: act(applyImportCall) })}
        />
      )}
      {question}
    </>
  );
}

function Apply({ shown: { created, changed, creates, also_creates }, isChoosing, run }: Props & { run: () => Promise<void> }) {
  const good = created + changed;
  const isTooMuch = tooManyNew(creates, also_creates) !== null && `It would create too many ${creates?.many}.`;
  return (
    <SubmitButton variant={isChoosing ? 'default' : 'filled'} run={run} reason={good === 0 ? 'No row would change anything.' : isTooMuch}>
      Apply {good.toLocaleString('en-US')} good {good === 1 ? 'row' : 'rows'}
    </SubmitButton>
  );
}
