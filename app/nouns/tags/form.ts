import { tagColors } from '../../shared/tags/tag.ts';
import type { FieldSchema } from '../../ui/form/field-schema.ts';
import { formOf } from '../../ui/form/form-of.ts';
import { createTagCall } from './contract.ts';

const { properties, ...form } = formOf(createTagCall);

/** The form of a tag, for the loader of its page. */
export const tagForm: FieldSchema = {
  ...form,
  properties: {
    ...properties,
    color: { ...properties?.color, options: tagColors.map((color) => ({ value: color, label: inWords(color) })) },
  },
};

function inWords(color: string): string {
  return color.charAt(0).toUpperCase() + color.slice(1);
}
