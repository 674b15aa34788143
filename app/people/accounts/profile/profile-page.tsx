import { Stack } from '@mantine/core';
import { page } from '../../../../platform/http/page.ts';
import { ErrorState } from '../../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { formOf } from '../../../ui/form/form-of.ts';
import type { Route } from './+types/profile-page.ts';
import { renamePerson } from './contract.ts';
import { profileContext } from './profile-context.ts';
import { Browsers } from './widgets/browsers.tsx';
import { TwoFactor } from './widgets/two-factor.tsx';
import { useProfile } from './widgets/use-profile.ts';
import { You } from './widgets/you.tsx';

export const loader = page('signed_in', async ({ context }) => ({
  form: formOf(renamePerson),
  profile: (await context.get(profileContext)?.()) ?? null,
}));

/** What a person decides about themselves. It comes with the page, and is read again by a call. */
export default function ProfilePage({ loaderData: { form, ...read } }: Route.ComponentProps) {
  const { data: profile, error, refetch } = useProfile(read.profile);
  return (
    <>
      <PageHeader title="Profile" />
      {error && <ErrorState title="Your profile could not be loaded" error={error} onRetry={refetch} />}
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
