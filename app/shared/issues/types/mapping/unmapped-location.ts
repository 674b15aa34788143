import type { IssueTypeRules } from '../../issue-type.ts';

export const unmappedLocation = {
  label: 'Location not mapped',
  headline: { count: 'causes', one: 'location is not mapped', many: 'locations are not mapped' },
  remedy: 'map_location',
  // A purchase order that names no location: a person chooses its warehouse there.
  remedyWithoutSubject: 'open_purchase_order',
  subjectIsCode: true,
  isChecked: true,
} satisfies IssueTypeRules;
