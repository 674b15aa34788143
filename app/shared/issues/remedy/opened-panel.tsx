import { useEffect, useRef, useState } from 'react';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { AnchoredPanel } from '../../../ui/dialog/anchored-panel.tsx';
import { remedyFor, remedyLabel } from '../issue.ts';
import { RecordLink } from './record-link.tsx';
import type { RemedyIssue } from './remedy.ts';
import { type Mended, useMended } from './use-panel.ts';
import { usePanelData } from './use-panel-data.ts';

export type PanelProps<Data> = { issue: RemedyIssue; data: Data; onClose: () => void; onDone: Mended };
type Panel<Data> = {
  /** What the form needs, read each time it opens. */
  read: (issue: RemedyIssue, signal: AbortSignal) => Promise<Data>;
  Form: (props: PanelProps<Data>) => React.ReactNode;
  /** In px, where it is wider than usual. */
  width?: number;
};

/** Replaces the plain button, keeps its focus, and opens the form beside it once its data is loaded. */
export const openedPanel = <Data,>({ read, Form, width }: Panel<Data>) =>
  function OpenedPanel({ issue }: { issue: RemedyIssue }) {
    const target = useRef<HTMLButtonElement>(null);
    const [isOpening, setOpening] = useState(true);
    const close = () => setOpening(false);
    const { data } = usePanelData(issue, read, isOpening, close);
    const done = useMended(close);
    useEffect(() => target.current?.focus({ preventScroll: true }), []);
    const opened = isOpening && data !== undefined;
    const label = remedyLabel[remedyFor(issue)];
    return (
      <AnchoredPanel
        opened={opened}
        label={label}
        width={width}
        onClose={close}
        button={
          <RowButton
            ref={target}
            aria-haspopup="dialog"
            aria-expanded={opened}
            aria-busy={isOpening && data === undefined}
            onClick={() => setOpening(!isOpening)}
          >
            {label}
          </RowButton>
        }
      >
        {data !== undefined && (
          <>
            <Form issue={issue} data={data} onClose={close} onDone={done} />
            <RecordLink issue={issue} onClose={close} />
          </>
        )}
      </AnchoredPanel>
    );
  };
