import { type ComponentType, useState } from 'react';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { partAhead } from '../../../ui/lazily.tsx';
import { remedyFor, remedyLabel } from '../issue.ts';
import type { RemedyButton, RemedyIssue } from './remedy.ts';

type Dialog = ComponentType<{ issue: RemedyIssue; onClose: () => void }>;

/** The button of a remedy that asks first, for issues that `fits` says it is for; its dialog is loaded when the pointer comes near. */
export function dialogButton(load: () => Promise<{ default: Dialog }>, fits: (issue: RemedyIssue) => boolean): RemedyButton {
  const [Asked, prepare] = partAhead(load);
  return function DialogButton({ issue }) {
    const [isAsking, setAsking] = useState(false);
    if (!fits(issue)) return null;
    return (
      <>
        <RowButton aria-haspopup="dialog" onClick={() => setAsking(true)} onPointerEnter={prepare} onFocus={prepare}>
          {remedyLabel[remedyFor(issue)]}
        </RowButton>
        {isAsking && <Asked issue={issue} onClose={() => setAsking(false)} />}
      </>
    );
  };
}
