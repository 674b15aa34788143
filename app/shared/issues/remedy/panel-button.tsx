import { type ComponentType, useState } from 'react';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { partAhead } from '../../../ui/lazily.tsx';
import { remedyFor, remedyLabel } from '../issue.ts';
import type { RemedyButton, RemedyIssue } from './remedy.ts';

/** The button of a remedy that asks for something, in an `openedPanel`; its code is loaded when the pointer comes near. */
export function panelButton(load: () => Promise<{ default: ComponentType<{ issue: RemedyIssue }> }>): RemedyButton {
  const [Opened, prepare] = partAhead(load);
  return function PanelButton({ issue }) {
    const [isOpened, setOpened] = useState(false);
    const closed = (
      <RowButton aria-haspopup="dialog" onClick={() => setOpened(true)} onPointerEnter={prepare} onFocus={prepare}>
        {remedyLabel[remedyFor(issue)]}
      </RowButton>
    );
    return isOpened ? <Opened issue={issue} waiting={closed} onFailed={() => setOpened(false)} /> : closed;
  };
}
