import { useState } from 'react';
import { CallError } from '../../../../../platform/call.ts';
import type { FormHandle } from '../../../../ui/form/form-from-schema.tsx';
import { errorMessage } from '../../../../ui/words/error-message.ts';

/**
 * Keeps the refusal of a form. Messages about single settings are rethrown under the settings' names, for the form to show below
 * its fields; of any other the focus goes to the settings that it is about.
 */
export function useRefusal() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const guarded = async (form: FormHandle, work: () => Promise<void>) => {
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof CallError && error.status === 422) throw underTheirFields(error);
      setRefusal(errorMessage(error));
      if (error instanceof CallError) form.focusOn((error.body as { concerns?: string[] }).concerns ?? []);
    }
  };
  return { refusal, guarded };
}

/** `settings.api_key` is the form's field `api_key`. */
function underTheirFields({ status, fields }: CallError): CallError {
  return new CallError(
    status,
    Object.fromEntries(Object.entries(fields).map(([field, messages]) => [formNames[field] ?? field.replace(/^settings\./, ''), messages])),
  );
}

const formNames: Record<string, string> = { name: 'connection_name', since: 'orders_since' };
