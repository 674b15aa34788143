type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
};
export type Described = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

/**
 * What callers of a document rely on, a line each: a call, what it takes and needs, each value that it takes, and what it replies. What a
 * later document lacks of these lines breaks them, and so does a need that the earlier has not.
 */
export function surfaceOf({ paths, components }: Described): string[] {
  const resolve = (schema: Schema): Schema => (schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema);
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`;
      return [call, ...taken(operation, resolve), ...replied(operation, resolve)].map((line) => (line === call ? line : `${call} ${line}`));
    }),
  );
  return [...new Set(lines)].sort();
}

/** Whether what is served now is to be the released one. */
export const isRelease = process.env.RELEASE === '1';

/** A call, and below it what is said of it. */
export const writeSurface = (lines: readonly string[]): string => `${lines.map((line) => line.replace(callAndMore, '  $2')).join('\n')}\n`;

export function readSurface(text: string): string[] {
  let call = '';
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (!line.startsWith('  ')) call = line;
      return line.startsWith('  ') ? `${call} ${line.trimStart()}` : line;
    });
}

const callAndMore = /^(\S+ \S+) (.+)$/;

type Resolve = (schema: Schema) => Schema;

function taken({ parameters = [], requestBody }: Operation, resolve: Resolve): string[] {
  const body = requestBody?.content['application/json']?.schema;
  return [
    ...parameters.flatMap(({ name, required, schema }) => inputs(name, required === true, schema, resolve)),
    ...(body ? inputs('body', requestBody?.required === true, body, resolve) : []),
  ];
}

function inputs(at: string, isNeeded: boolean, given: Schema, resolve: Resolve): string[] {
  const schema = resolve(given);
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  return [
    `takes ${at}${typesOf(schema)}`,
    ...(isNeeded ? [`needs ${at}`] : []),
    ...(schema.enum ?? []).map((value) => `takes ${at} = ${JSON.stringify(value)}`),
    ...choices.flatMap((choice) => inputs(at, false, choice, resolve)),
    ...(schema.items ? inputs(`${at}[]`, false, schema.items, resolve) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      inputs(`${at}.${name}`, schema.required?.includes(name) === true, each, resolve),
    ),
  ];
}

const replied = ({ responses }: Operation, resolve: Resolve): string[] =>
  Object.entries(responses).flatMap(([status, { content = {} }]) => [
    `replies ${status}`,
    ...Object.entries(content).flatMap(([type, { schema }]) =>
      Number(status) < 300 && schema ? outputs(`${status} ${type}`, schema, resolve) : [],
    ),
  ]);

function outputs(at: string, given: Schema, resolve: Resolve): string[] {
  const schema = resolve(given);
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  return [
    `replies ${at}${typesOf(schema)}`,
    ...choices.flatMap((choice) => outputs(at, choice, resolve)),
    ...(schema.items ? outputs(`${at}[]`, schema.items, resolve) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => [
      ...(schema.required?.includes(name) ? [`always ${at}.${name}`] : []),
      ...outputs(`${at}.${name}`, each, resolve),
    ]),
  ];
}

function typesOf({ type, const: fixed }: Schema): string {
  if (fixed !== undefined) return `: ${JSON.stringify(fixed)}`;
  return type === undefined ? '' : `: ${[type].flat().sort().join(' or ')}`;
}

/** What of a released surface a later one breaks, in words. */
export function brokenBy(now: readonly string[], released: readonly string[]): string[] {
  const [has, had] = [new Set(now), new Set(released)];
  const isNewNeed = (line: string) => {
    const [call, need] = line.split(' needs ');
    // What is within something that was not there before is no burden to who does not send it.
    const within = need?.replace(/(\[\])?\.[^.]*$/, '');
    return (
      need !== undefined && had.has(call ?? '') && !had.has(line) && [...had].some((each) => each.startsWith(`${call} takes ${within}`))
    );
  };
  return [
    ...released.filter((line) => !has.has(line)).map((line) => `gone: ${line}`),
    ...now.filter(isNewNeed).map((line) => `new: ${line}`),
  ];
}

/** What a later surface has besides: no earlier caller minds, and a later one relies on it. */
export const addedTo = (now: readonly string[], released: readonly string[]): string[] => {
  const had = new Set(released);
  return now.filter((line) => !had.has(line));
};
