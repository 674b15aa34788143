import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { showError } from '../../alerts/alerts.ts';
import { ConfirmDialog } from '../../dialog/confirm-dialog.tsx';
import { useDialogGuard } from '../../form/use-dialog-guard.tsx';
import type { BulkAction, BulkTarget, Given, List, PreparedRows } from '../declaration.ts';
import { writeCount } from '../write-count.ts';

type Props = {
  action: BulkAction;
  /** The selected rows. */
  ids: (string | number)[];
  /** Where everything that matches is selected: fixes it. */
  prepare: (() => Promise<PreparedRows>) | null;
  noun: List<never>['noun'];
  onClose: (isDone: boolean) => void;
};

/** Asks before a bulk action, with the number of rows that it will act on: exactly those, whatever matches by then. */
export default function BulkDialog({ action, ids, prepare, noun, onClose }: Props) {
  const [target, setTarget] = useState<BulkTarget | null>(prepare ? null : { ids });
  const [given, setGiven] = useState<Given>({});
  // Fields are fetched when they are first shown, and say themselves when they are there.
  const [isReady, setReady] = useState(!action.Fields);
  const [isUnsaved, setUnsaved] = useState(false);
  const isDone = useRef(false);
  const { Fields } = action;
  const { guard, question } = useDialogGuard(isUnsaved, () => onClose(false));
  const begin = useEffectEvent(async () => {
    try {
      if (prepare) setTarget(await prepare());
    } catch (error) {
      showError(error);
      onClose(false);
    }
  });
  useEffect(() => void begin(), []);
  const enter = (entered: Given, isSettled = true) => {
    setGiven(entered);
    setReady(isSettled);
    setUnsaved(Object.values(entered).some((value) => value !== ''));
  };
  const lacks = action.needs !== undefined && ![action.needs].flat().some((name) => given[name]);
  const count = target && ('ids' in target ? target.ids.length : target.total);
  return (
    <>
      <ConfirmDialog
        title={count === null ? `${action.label}: counting ${noun.many} …` : `${action.label}: ${writeCount(count, noun)}`}
        text={
          count === 0 ? (
            `No ${noun.many} match now.`
          ) : (
            <>
              {action.text}
              {Fields && target && <Fields onChange={enter} target={target} onFailed={() => onClose(false)} />}
            </>
          )
        }
        verb={action.verb ?? action.label}
        {...(action.back && { back: action.back })}
        danger={action.danger ?? false}
        disabled={!count || !isReady || lacks}
        reason={count && lacks ? action.lacking : undefined}
        guard={guard}
        onClose={() => onClose(isDone.current)}
        run={async () => {
          if (target) await action.run(target, given);
          setUnsaved(false);
          isDone.current = true;
        }}
      />
      {question}
    </>
  );
}
