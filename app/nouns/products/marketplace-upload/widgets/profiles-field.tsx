import { useState } from 'react';
import type { FieldsProps } from '../../../../ui/list/declaration.ts';
import { ProfilesSelect } from './profiles-select.tsx';
import { useProfiles } from './use-profiles.ts';

/** To which profiles the selected products go. */
export default function ProfilesField({ onChange }: FieldsProps) {
  const profiles = useProfiles();
  const [chosen, setChosen] = useState<string[]>([]);
  const choose = (ids: string[]) => {
    setChosen(ids);
    onChange({ profiles: ids.join('\n') });
  };
  return <ProfilesSelect profiles={profiles} value={chosen} onChange={choose} />;
}
