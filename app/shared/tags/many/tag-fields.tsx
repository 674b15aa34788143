import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { wordsOfRecord } from '../../../base/nouns.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import type { BulkTarget, FieldsProps } from '../../../ui/list/declaration.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { BulkPreview } from '../../runs/bulk/preview.tsx';
import { followRun } from '../../runs/working/report-outcome.ts';
import { previewTagsCall, tagManyCall } from '../contract.ts';
import { type TaggedType, tagNameOf } from '../tag.ts';
import { TagNames } from './tag-names.tsx';
import { TagsThere } from './tags-there.tsx';

/** What is done, as the button says it. */
type Label = 'Add tags' | 'Remove tags';

/** How long after the last key it is said what would be done, in ms. */
const previewAfter = 300;

/** Which tags are put on the selected records, or taken off, and what that would do. */
export const tagFields = (type: TaggedType, label: Label) =>
  function TagFields({ onChange, target }: FieldsProps) {
    const [tags, setTags] = useState('');
    const [previewed] = useDebouncedValue(tags, previewAfter);
    const { data, error, isPlaceholderData } = useQuery({
      queryKey: ['tagging', type, label, target, previewed],
      staleTime: 0,
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) =>
        call(previewTagsCall, { params: { type }, body: { ...chosen(target), ...tagsIn(label, previewed) } }, signal),
    });
    // Nothing is confirmed before it is shown what it would do.
    const isShown = isAny(label, tags) && previewed === tags && data !== undefined && !isPlaceholderData && !error;
    const reportShown = useEffectEvent((isReady: boolean) => onChange({ tags }, isReady));
    // Also for the same preview again, which is there at once.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    useEffect(() => reportShown(isShown), [isShown, tags]);
    const choose = (next: string) => {
      setTags(next);
      onChange({ tags: next }, false);
    };
    return (
      <Stack gap="sm">
        {texts[label]}
        {label === 'Add tags' ? (
          <TagNames names={tags} onChange={choose} />
        ) : (
          <TagsThere tags={data?.there} chosen={tags} onChange={choose} />
        )}
        {error && <Text role="alert">{errorMessage(error)}</Text>}
        {isShown && (
          <BulkPreview
            preview={data}
            words={wordsOfRecord(type) ?? { one: 'record', many: 'records' }}
            selected={'ids' in target ? target.ids.length : target.total}
            examples={data.examples.map(({ tags: has, ...record }) => ({
              ...record,
              change: has.map(({ name }) => name).join(', ') || 'no tag',
            }))}
          />
        )}
      </Stack>
    );
  };

const texts: Record<Label, string> = {
  'Add tags': 'Tags that there are not yet are created. It can be undone from Activity, each while nobody changed the same tag.',
  'Remove tags': 'The tags themselves stay. It can be undone from Activity, each while nobody changed the same tag.',
};

type Start = { type: TaggedType; target: BulkTarget; label: Label /** As the dialog has them. */; tags: string; reload: () => void };

/** Starts what was chosen, and follows it until it has ended. */
export async function startTagging({ type, target, label, tags, reload }: Start): Promise<void> {
  const body = { ...chosen(target), ...tagsIn(label, tags) };
  followRun({ reply: await call(tagManyCall, { params: { type }, body }), label, reload });
}

const isAny = (label: Label, tags: string) => Object.values(tagsIn(label, tags)).flat().length > 0;

/** What is selected, as the calls name it. */
const chosen = (target: BulkTarget) => ('ids' in target ? { ids: target.ids.map(Number) } : { runId: target.runId });

/** The tags that the dialog has between commas: by their names those that are put on, by their ids the others. */
function tagsIn(label: Label, tags: string): { add?: string[]; remove?: number[] } {
  const each = tags.split(',').map(tagNameOf).filter(Boolean);
  return label === 'Add tags' ? { add: each } : { remove: each.map(Number) };
}
