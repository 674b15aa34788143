import type { IssueTypeRules } from '../issue-type.ts';

export const unmappedLocation = {
  label: 'Location not mapped',
  headline: { count: 'causes', one: 'location is not mapped', many: 'locations are not mapped' },
  remedy: 'map_location',
  subjectIsCode: true,
  isChecked: true,
} satisfies IssueTypeRules;
