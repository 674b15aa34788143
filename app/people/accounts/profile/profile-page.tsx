import { Stack } from '@mantine/core';
import { page } from '../../../../platform/http/page.ts';
import { ErrorState } from '../../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { formOf } from '../../../ui/form/form-of.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import type { Route } from './+types/profile-page.ts';
import { renamePerson } from './contract.ts';
import { Browsers } from './widgets/browsers.tsx';
import { TwoFactor } from './widgets/two-factor.tsx';
import { useProfile } from './widgets/use-profile.ts';
import { You } from './widgets/you.tsx';

export const loader = page('signed_in', () => ({ form: formOf(renamePerson) }));

/** What a person decides about themselves. What is shown is read by a call: pages do not read who is signed in where. */
export default function ProfilePage({ loaderData: { form } }: Route.ComponentProps) {
  const { data: profile, error, refetch } = useProfile();
  return (
    <>
      <PageHeader title="Profile" />
      {error && (
        <ErrorState title="Your profile could not be loaded" onRetry={refetch}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {!profile && !error && <Skeleton rows={6} label="Loading your profile" />}
      {profile && (
        <Stack gap={28} maw={960}>
          <You profile={profile} form={form} />
          <TwoFactor twoFactor={profile.twoFactor} />
          <Browsers browsers={profile.browsers} />
        </Stack>
      )}
    </>
  );
}
