import { Button } from '@mantine/core';
import { useState } from 'react';
import { page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { whoMayChange } from '../../base/nouns.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Route } from './+types/list-page.ts';
import { type CountedTag, changeTagCall, createTagCall, listTagsCall } from './contract.ts';
import { tagForm } from './form.ts';
import { listCountedTags } from './queries.ts';
import { MergeTag } from './widgets/merge-tag.tsx';
import { tagsList } from './widgets/tags-list.tsx';

export const loader = page('work', async ({ session, tenant, search }) => {
  const query = readAddress(listTagsCall, search, session);
  const mayChange = mayDo(session.role, whoMayChange('tags'));
  return { query, mayChange, tags: await listCountedTags(tenant, query), form: tagForm };
});

/** Every tag of the account, and how many records have it. */
export default function TagsPage({ loaderData: { query, mayChange, tags, form } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<CountedTag | 'new' | null>(null);
  const [merged, setMerged] = useState<CountedTag | null>(null);
  useLiveReload(['tags']);
  const closing = { form, onClose: () => setEdited(null) };
  return (
    <>
      <ListPage
        title="Tags"
        list={tagsList(mayChange ? { onEdit: setEdited, onMerge: setMerged } : null)}
        page={tags}
        query={query}
        actions={mayChange && <Button onClick={() => setEdited('new')}>New tag</Button>}
        empty={
          <EmptyState title="No tags yet">
            A tag is a word or two by which you call orders, purchase orders, products, raw materials and tickets together. It is put on
            where they are listed, and on the page of each.
          </EmptyState>
        }
      />
      {edited === 'new' && <FormDialog title="New tag" call={createTagCall} verb="Create tag" {...closing} />}
      {edited && edited !== 'new' && (
        <FormDialog
          {...{ title: `Edit “${edited.name}”`, call: changeTagCall, params: { id: edited.id }, verb: 'Save' }}
          {...{ values: lookOf(edited), was: lookOf(edited), ...closing }}
        />
      )}
      {merged && <MergeTag tag={merged} onClose={() => setMerged(null)} />}
    </>
  );
}

const lookOf = ({ name, color }: CountedTag) => ({ name, color });
