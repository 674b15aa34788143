import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { listTagNamesCall } from '../../../shared/tags/contract.ts';
import type { Tag } from '../../../shared/tags/tag.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { mergeTagsCall, previewMergeCall } from '../contract.ts';
import { mergeText } from '../sentences.ts';

/** Merges a tag into another that is chosen here, once it was shown what that does. */
export function MergeTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const [into, setInto] = useState('');
  const { revalidate } = useRevalidator();
  const names = useQuery({ queryKey: ['tag names'], staleTime: 0, queryFn: ({ signal }) => call(listTagNamesCall, {}, signal) });
  const others = names.data?.data.filter(({ id }) => id !== tag.id) ?? [];
  const params = { id: tag.id, into: Number(into) };
  const preview = useQuery({
    queryKey: ['merging tags', tag.id, into],
    ...{ enabled: into !== '', staleTime: 0, gcTime: 0 },
    queryFn: ({ signal }) => call(previewMergeCall, { params }, signal),
  });
  const error = names.error ?? preview.error;
  const other = others.find(({ id }) => String(id) === into)?.name ?? '';
  return (
    <ConfirmDialog
      title={`Merge “${tag.name}”`}
      text={
        <>
          Its records and saved views have the other tag instead, and “{tag.name}” is gone. It cannot be undone.
          <NativeSelect
            label="Merge into"
            mt="md"
            value={into}
            disabled={names.data === undefined}
            data={[
              { value: '', label: others.length > 0 || !names.data ? 'Choose a tag' : 'There is no other tag' },
              ...others.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => setInto(currentTarget.value)}
          />
          {error && <Text role="alert">{errorMessage(error)}</Text>}
          {preview.data && !error && (
            <Text role="status" size="sm" mt="sm" c="var(--text)">
              {mergeText(preview.data, other)}
            </Text>
          )}
        </>
      }
      verb="Merge"
      danger
      disabled={!preview.data || preview.error !== null}
      run={async () => {
        showAlert('success', (await call(mergeTagsCall, { params })).message);
        await revalidate();
      }}
      onClose={onClose}
    />
  );
}
