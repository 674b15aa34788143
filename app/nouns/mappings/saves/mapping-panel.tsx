import { openedPanel } from '../../../shared/issues/remedy/opened-panel.tsx';
import type { RemedyIssue } from '../../../shared/issues/remedy/remedy.ts';
import { type Hints, readHints } from '../../remedies/hints.ts';
import { type Saved, useShowSaved } from './use-saved.ts';

/** `onDone`: what was saved is shown with Undo beside it. */
export type MappingProps = { issue: RemedyIssue; hints: Hints; onClose: () => void; onDone: (saved: Saved) => Promise<void> };

/** The panel of a remedy that saves a link or a mapping. */
export const mappingPanel = (Form: (props: MappingProps) => React.ReactNode, width?: number) =>
  openedPanel({
    read: readHints,
    width,
    Form: function MappingPanel({ issue, data, onClose, onDone }) {
      const showSaved = useShowSaved('mapping');
      return <Form issue={issue} hints={data} onClose={onClose} onDone={(saved) => onDone(() => showSaved(saved))} />;
    },
  });
