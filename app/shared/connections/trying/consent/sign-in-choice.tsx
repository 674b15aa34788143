import { Box, Text } from '@mantine/core';
import { RowButton } from '../../../../ui/buttons/row-button.tsx';
import type { Connectable } from '../../contract.ts';

type Props = { label: string; consent: Connectable['consent']; byConsent: boolean; onChange: (byConsent: boolean) => void };

/** Below a form: what comes next, and the other way to sign in, where there are two. */
export function SignInChoice({ label, consent, byConsent, onChange }: Props) {
  if (!consent) return null;
  return (
    <Text component="div" size="sm" c="dimmed" mt={16}>
      {byConsent && `${label} asks you to agree there, and sends you back here. `}
      {consent.instead.length > 0 && (
        // Its text begins where the sentence above it does.
        <Box ml={-8}>
          <RowButton quiet onClick={() => onChange(!byConsent)}>
            {byConsent ? 'Enter credentials instead' : `Agree at ${label} instead`}
          </RowButton>
        </Box>
      )}
    </Text>
  );
}
