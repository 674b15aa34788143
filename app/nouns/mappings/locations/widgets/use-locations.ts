import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { showAlert, showFailure } from '../../../../ui/alerts/alerts.ts';
import { responseText } from '../../../../ui/words/error-message.ts';
import { mostPreviewed, type PreviewedChange } from '../../saves/contract.ts';
import { useAskedFirst } from '../../saves/use-asked-first.tsx';
import { useShowSaved } from '../../saves/use-saved.ts';
import {
  type LocationRow,
  listProviderLocationsCall,
  listRemoteLocationsCall,
  locationDeleted,
  type ProviderLocation,
  providerNotLoaded,
  remapLocationsCall,
  saveLocationsCall,
} from '../contract.ts';
import { withoutDuplicates } from '../merge.ts';

/** The rows of the table as they are edited: those that are saved, those that the channel listed, and what is done with them. */
export function useLocations(slug: string, stored: readonly LocationRow[], known: readonly ProviderLocation[]) {
  const [remote, setRemote] = useState<readonly LocationRow[]>([]);
  const [places, setPlaces] = useState(known);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { saveMappings, question } = useAskedFirst();
  const rows = withoutDuplicates([...stored, ...remote]).map((row) => ({
    ...row,
    chosen: chosen.get(row.internal_id) ?? row.amware_location ?? '',
  }));
  const changed = rows.filter((row) => row.chosen !== (row.amware_location ?? ''));
  const mapsAnew = mappedAnew(slug, changed);
  const send = async () => {
    const locations = (changed.length > 0 ? changed : rows.filter(({ id }) => id !== null)).map(
      ({ chosen: to, id: _, amware_location: __, ...row }) => ({
        ...row,
        amware_location: to,
      }),
    );
    showSaved(await call(saveLocationsCall, { params: { name: slug }, body: { locations } }));
    const saved = new Set(changed.map(({ internal_id }) => internal_id));
    setRemote((now) => now.filter(({ internal_id }) => !saved.has(internal_id)));
    setChosen(new Map());
    await revalidate();
  };
  return {
    rows,
    places,
    isUnsaved: changed.length > 0,
    mapsAnew,
    question,
    choose: (internalId: string, code: string) => setChosen((now) => new Map(now).set(internalId, code)),
    /** A row that is not saved yet. */
    remove(internalId: string) {
      setRemote((now) => now.filter(({ internal_id }) => internal_id !== internalId));
      setChosen((now) => new Map([...now].filter(([id]) => id !== internalId)));
      showAlert('success', locationDeleted);
    },
    async get() {
      const listed = await getLocations(slug, setPlaces);
      const unsaved = listed.filter(({ id }) => id === null);
      setRemote(unsaved);
      showAlert('success', `${listed.length} ${listed.length === 1 ? 'location' : 'locations'}, ${unsaved.length} not saved yet.`);
    },
    remap: () => remap(slug),
    save: () => saveMappings({ title: 'Save these locations?', verb: 'Save', changes: mapsAnew, run: send }),
  };
}

/** What saving would map otherwise than before. */
function mappedAnew(connection: string, changed: readonly (LocationRow & { chosen: string })[]): PreviewedChange[] {
  const codes = changed.map(({ internal_id: code, chosen }) => ({ code, to: chosen || null }));
  return codes.length === 0 ? [] : [{ connection, change: { kind: 'location', codes: codes.slice(0, mostPreviewed) } }];
}

/** The channel's locations; the warehouse's are asked for anew beside it. */
async function getLocations(slug: string, setPlaces: (places: ProviderLocation[]) => void): Promise<LocationRow[]> {
  const provider = call(listProviderLocationsCall, {}).then(setPlaces, (error) => showFailure(error, providerNotLoaded));
  const [listed] = await Promise.all([call(listRemoteLocationsCall, { params: { connector: slug } }), provider]);
  return listed;
}

async function remap(slug: string): Promise<void> {
  const { message } = await call(remapLocationsCall, { params: { connector: slug } }).catch((error) => {
    throw Object.assign(error, { errorMessage: responseText(error) });
  });
  showAlert('success', message);
}
