/** Why a program gets no tokens. Source of the codes: RFC 6749, 5.2, and RFC 8707. */
export class WrongRequest extends Error {
  readonly code: 'invalid_request' | 'invalid_grant' | 'invalid_scope' | 'invalid_target' | 'unsupported_grant_type';

  constructor(code: WrongRequest['code'], sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** What a program sends as a form. */
export type Form = {
  /** @throws WrongRequest where it is missing */
  required: (name: string) => string;
  /** What is separated by spaces. */
  list: (name: string) => string[];
};

/** @throws WrongRequest where a field is there twice */
export function formIn(text: string): Form {
  const values = new URLSearchParams(text);
  if (new Set(values.keys()).size < [...values.keys()].length) throw new WrongRequest('invalid_request', 'A parameter is repeated.');
  return {
    required(name) {
      const value = values.get(name);
      if (!value) throw new WrongRequest('invalid_request', `${name} is missing.`);
      return value;
    },
    list: (name) => (values.get(name) ?? '').split(' ').filter(Boolean),
  };
}
