import type { Tenant } from '../../../../platform/tenant.ts';
import { withoutTags } from '../../tags/contract.ts';
import { namesOfFilter, type TagFilter } from '../../tags/filter.ts';
import type { ChoicePart } from './choices.ts';

/** What a filter by tag narrows an export to. */
export async function choiceOfTag(tenant: Tenant, tag: TagFilter): Promise<ChoicePart[]> {
  const [name] = Object.values(await namesOfFilter(tenant, tag));
  if (name === undefined) return [];
  return [tag === withoutTags ? { code: 'no_tags' } : { code: 'tag', name }];
}
