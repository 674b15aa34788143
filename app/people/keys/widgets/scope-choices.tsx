import { Checkbox, Stack } from '@mantine/core';
import { implied, type Scope, scopeGroups } from '../scopes.ts';
import classes from './keys.module.css';

type Props = { value: Scope[]; error: string | undefined; onChange: (scopes: Scope[]) => void };

/** What a key may, by what it is about. None is chosen to begin with: a key may as little as its program does with. */
export function ScopeChoices({ value, error, onChange }: Props) {
  const included = implied(value);
  const chosenScopes = [...new Set([...value, ...included])];
  // A scope that another one implies is shown as chosen, and is not one of its own.
  const choose = (chosen: string[]) => onChange((chosen as Scope[]).filter((scope) => value.includes(scope) || !included.includes(scope)));
  return (
    <Checkbox.Group label="What it may do" value={chosenScopes} error={error} onChange={choose}>
      <div className={classes.scopes}>
        {scopeGroups.map(({ label, scopes }) => (
          <Stack key={label} gap={8} role="group" aria-label={label}>
            <span className={classes.about}>{label}</span>
            {Object.entries(scopes).map(([scope, text]) => (
              <Checkbox key={scope} value={scope} label={text} disabled={included.includes(scope)} />
            ))}
          </Stack>
        ))}
      </div>
    </Checkbox.Group>
  );
}
