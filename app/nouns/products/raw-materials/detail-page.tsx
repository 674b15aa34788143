import { found, page } from '../../../../platform/http/page.ts';
import { RecordTags } from '../../../shared/tags/record-tags.tsx';
import { tagsOfRecord } from '../../../shared/tags/tags.ts';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { ItemPage } from '../../catalogue/record/item.tsx';
import { readBesideItem, readItem } from '../../catalogue/record/read-item.ts';
import type { Route } from './+types/detail-page.ts';

export const loader = page('work', async ({ tenant, id }) => {
  const [material, beside, tags] = await Promise.all([
    readItem(tenant, 'raw_materials', id),
    readBesideItem(tenant, 'raw_materials', id),
    tagsOfRecord(tenant, { type: 'raw_material', id }),
  ]);
  return { material: found(material), tags, ...beside };
});

/** A raw material: stock by location, and its reorder point. */
export default function RawMaterialPage({ loaderData: { material, tags, ...beside } }: Route.ComponentProps) {
  useLiveReload(['raw_materials']);
  return (
    <ItemPage
      key={material.id}
      {...{ kind: 'raw_materials', item: material, ...beside }}
      tags={<RecordTags record={{ type: 'raw_material', id: material.id }} tags={tags} />}
    />
  );
}
