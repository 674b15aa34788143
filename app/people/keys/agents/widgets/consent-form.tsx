import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Entrance, Refusal } from '../../../accounts/entrance/entrance.tsx';
import { useEntranceCall } from '../../../accounts/entrance/use-entrance-call.ts';
import { type AgentScope, agentScopeTexts, chosenAtFirst } from '../agent-scopes.ts';
import { type ConsentQuestion, giveConsentCall } from '../contract.ts';
import classes from './consent.module.css';

/** Who asks, for which account, and for what: the person takes away what they do not want to allow. */
export function ConsentForm({ question }: { question: ConsentQuestion }) {
  const { name, host, redirect_host, is_local, account, request, declined } = question;
  const [scopes, setScopes] = useState(() => chosenAtFirst(question.scopes));
  const { busy, faults, refusal, send } = useEntranceCall(async () => {
    const { redirect } = await call(giveConsentCall, { body: { request, scopes } });
    window.location.assign(redirect);
  });
  return (
    <Entrance title={`Connect ${name}?`} wide>
      <Text className={classes.whole}>
        <b>{name}</b> of <b>{host}</b> wants to use the account <b>{account}</b> in your name. Then you go on to <b>{redirect_host}</b>.
      </Text>
      {is_local && (
        <Notice tone="warning">
          <span className={classes.whole}>
            That is a program on this computer, and any program can call itself {name}. Connect it only if you have just started it.
          </span>
        </Notice>
      )}
      <Checkbox.Group label="What it may do" value={scopes} error={faults.scopes} onChange={(chosen) => setScopes(chosen as AgentScope[])}>
        <Stack gap={8} mt={8}>
          {question.scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={agentScopeTexts[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text c="dimmed">What it does is in the audit in your name and its own. You disconnect it in Settings › API.</Text>
      <Refusal sentence={faults.scopes ? null : refusal} />
      <FormButtons>
        <Button component="a" href={declined} variant="default">
          Decline
        </Button>
        <SubmitButton run={() => send()} busy={busy}>
          Connect
        </SubmitButton>
      </FormButtons>
    </Entrance>
  );
}
