import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alertMs, showAlert } from '../../ui/alerts/alerts.ts';
import { RowButton } from '../../ui/buttons/row-button.tsx';
import { useCall } from '../../ui/hooks/use-call.ts';
import { lazily } from '../../ui/lazily.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { undoAction } from '../runs/working/undo-action.ts';
import { tagRecordCall } from './contract.ts';
import type { Tag, Tagged } from './tag.ts';
import type { AddTagProps } from './widgets/add-tag.tsx';
import classes from './widgets/tags.module.css';

/** Fetched when a tag is to be added, rather than with the page. */
const AddTag = lazily<AddTagProps>(async () => ({ default: (await import('./widgets/add-tag.tsx')).AddTag }));

/** The tags of a record. Each is taken off, and others are put on, here; its alert undoes it. */
export function RecordTags({ record, tags }: { record: Tagged; tags: readonly Tag[] }) {
  const [isAdding, setAdding] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { revalidate } = useRevalidator();
  const change = useCall(tagRecordCall, {
    async onDone({ message, runId }) {
      showAlert('success', message, alertMs, undoAction(runId, revalidate));
      await revalidate();
    },
  });
  // Renamed, merged or deleted.
  useLiveReload(['tags']);
  const close = () => {
    setAdding(false);
    requestAnimationFrame(() => addButton.current?.focus());
  };
  const remove = async (tag: Tag) => {
    await change.mutateAsync({ params: record, body: { remove: [tag.id] } });
    // The button that was pressed is gone: where others are added is the place to go on.
    (addButton.current ?? group.current?.querySelector('input'))?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form.
    <div ref={group} className={classes.tags} role="group" aria-label="Tags">
      {tags.map((tag) => (
        <span key={tag.id} className={classes.tag} data-tone={tag.color}>
          {tag.name}
          <button
            type="button"
            className={classes.remove}
            aria-label={`Remove the tag ${tag.name}`}
            aria-disabled={change.isPending}
            onClick={() => !change.isPending && remove(tag).catch(() => undefined)}
          >
            ×
          </button>
        </span>
      ))}
      {isAdding ? (
        <AddTag
          has={tags}
          isBusy={change.isPending}
          onAdd={(name) => change.mutateAsync({ params: record, body: { add: [name] } })}
          onClose={close}
        />
      ) : (
        <RowButton ref={addButton} onClick={() => setAdding(true)}>
          Add tag
        </RowButton>
      )}
    </div>
  );
}
