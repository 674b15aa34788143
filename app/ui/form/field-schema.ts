import { hintOf, type Looks } from '../../../connectors/http/looks.ts';

/**
 * A form as data: JSON schema of an object, as zod's `z.toJSONSchema` writes it. Of each property: `title` is the label,
 * `description` the help, `secret: true` (from `.meta({ secret: true })`) hides what is typed, `enum` gives a choice.
 */
export type FieldSchema = { properties?: Record<string, PropertySchema>; required?: string[] };

export type PropertySchema = {
  type?: string;
  title?: string;
  description?: string;
  secret?: boolean;
  format?: string;
  enum?: readonly (string | number)[];
  /** What it is chosen from, where that is known only when the form is loaded: `choosing` adds them. */
  options?: readonly Option[];
  default?: unknown;
  examples?: readonly unknown[];
  /** How a credential looks: shown as a hint, and checked before the form is sent. */
  looks?: Looks;
  /** It may not stay empty, which only the call says, in a sentence about more than this field. */
  needed?: boolean;
  /** Typed by this mask, `#` for a digit. */
  mask?: string;
  /** Of text in several lines: how many are shown at first. */
  lines?: number;
  /** How much of a row it takes where the form is wide; all of it where this is not said. */
  thirds?: 1 | 2;
  /** Chosen from a list that is fetched, of this name; `dependsOn` names the fields that it needs first. */
  choices?: string;
  dependsOn?: readonly string[];
  /** Several are chosen: its value is a JSON list of their ids. */
  many?: boolean;
};

/** A choice, or a group of them under a title. */
export type Option = { value: string; label: string } | { group: string; items: { value: string; label: string }[] };

export type FormField = Pick<PropertySchema, 'looks' | 'mask' | 'lines' | 'thirds' | 'choices' | 'dependsOn'> & {
  name: string;
  label: string;
  kind: 'text' | 'secret' | 'url' | 'email' | 'date' | 'number' | 'switch' | 'choice' | 'lines' | 'mask' | 'listed' | 'many';
  help?: string;
  placeholder?: string;
  options?: readonly (string | Option)[];
  /** Checked before the form is sent. */
  required: boolean;
  /** May stay empty. */
  optional: boolean;
  initial: string | number | boolean;
};

/** The fields of a schema, in its order. */
export function fieldsOf({ properties = {}, required = [] }: FieldSchema): FormField[] {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    label: property.title ?? sentence(name),
    kind: kindOf(property),
    required: isRequired(name, property, required),
    optional: !isRequired(name, property, required) && !property.needed && initialOf(property) === '',
    initial: initialOf(property),
    ...helpOf(property),
    ...(property.looks && { looks: property.looks }),
    ...(property.examples?.[0] !== undefined && { placeholder: String(property.examples[0]) }),
    ...((property.options || property.enum) && { options: property.options ?? property.enum?.map(String) ?? [] }),
    ...(property.mask && { mask: property.mask }),
    ...(property.lines && { lines: property.lines }),
    ...(property.thirds && { thirds: property.thirds }),
    ...(property.choices && { choices: property.choices, dependsOn: property.dependsOn ?? [] }),
  }));
}

/** Its description, and how it looks. */
function helpOf({ description, looks }: PropertySchema): Pick<FormField, 'help'> {
  const help = [description, looks && hintOf(looks)].filter(Boolean).join(' ');
  return help === '' ? {} : { help };
}

/** What people read for a value that is chosen from these options; the value itself where they do not have it. */
export const labelOf = (options: FormField['options'], value: string): string =>
  optionsIn(options).find((option) => option.value === value)?.label ?? value;

const optionsIn = (options: FormField['options'] = []) =>
  options.flatMap((option) => (typeof option === 'string' ? [] : 'items' in option ? option.items : [option]));

type Choices = readonly [none: string, ...options: Option[]];

/** These fields of a form in this order, some of them chosen from options that are known only now; the first stands for none. */
export function choosing(
  { properties = {}, required = [] }: FieldSchema,
  names: readonly string[],
  choices: Readonly<Record<string, Choices>>,
): FieldSchema {
  const fieldOf = (name: string): PropertySchema => {
    const [none, ...options] = choices[name] ?? [];
    return { ...properties[name], ...(none !== undefined && { options: [{ value: '', label: none }, ...options] }) };
  };
  return { properties: Object.fromEntries(names.map((name) => [name, fieldOf(name)])), required };
}

const isRequired = (name: string, property: PropertySchema, required: readonly string[]) =>
  required.includes(name) && property.default === undefined && property.type !== 'boolean';

function kindOf({ type, secret, many, format, mask, lines, choices, enum: values, options }: PropertySchema): FormField['kind'] {
  if (secret) return 'secret';
  if (many) return 'many';
  if (choices) return 'listed';
  if (options ?? values) return 'choice';
  if (mask) return 'mask';
  if (lines) return 'lines';
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') return 'number';
  if (format === 'uri') return 'url';
  return format === 'email' || format === 'date' ? format : 'text';
}

function initialOf({ type, default: given }: PropertySchema): FormField['initial'] {
  if (typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean') return given;
  return type === 'boolean' ? false : '';
}

/** `api_key` reads `Api key`. */
const sentence = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
