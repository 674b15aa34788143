import { useEffect, useRef, useState } from 'react';
import { call, confirmWith } from '../../../../platform/call.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { confirmCall } from './contract.ts';

const PasswordDialog = lazily(() => import('../profile/widgets/password-dialog.tsx'));

/** Asks for the password again when a call needs it, and lets that call go on. Rendered once, by the shell. */
export function ConfirmIdentity() {
  const [question, setQuestion] = useState<PromiseWithResolvers<boolean> | null>(null);
  const isConfirmed = useRef(false);
  useEffect(() => {
    let waiting: PromiseWithResolvers<boolean> | null = null;
    return confirmWith(() => {
      if (waiting) return waiting.promise;
      waiting = Promise.withResolvers<boolean>();
      isConfirmed.current = false;
      setQuestion(waiting);
      return waiting.promise.finally(() => {
        waiting = null;
      });
    });
  }, []);
  if (!question) return null;
  return (
    <PasswordDialog
      title="Confirm that it is you"
      text="You gave your password a while ago, and this is only for you to do."
      verb="Continue"
      run={async (password) => {
        await call(confirmCall, { body: { password } });
        isConfirmed.current = true;
      }}
      onClose={() => {
        setQuestion(null);
        question.resolve(isConfirmed.current);
      }}
    />
  );
}
