import type { IssueTypeRules } from '../../issue-type.ts';

export const unmappedLocation = {
  label: 'Location not mapped',
  headline: { count: 'causes', one: 'location is not mapped', many: 'locations are not mapped' },
  remedy: 'map_location',
  // A purchase order that names no location: a person chooses its warehouse there.
  remedyWithoutSubject: 'open_purchase_order',
  subjectIsCode: true,
  isChecked: true,
  sentences: {
    location_not_mapped: ({ location }: { location: string }) => `Location ${location} is not mapped to a warehouse.`,
    no_warehouse_chosen: () => 'No warehouse is chosen for the goods.',
  },
} satisfies IssueTypeRules;
