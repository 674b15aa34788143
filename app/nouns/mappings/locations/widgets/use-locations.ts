import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call, isRefused } from '../../../../../platform/call.ts';
import { showAlert, showFailure } from '../../../../ui/alerts/alerts.ts';
import { useEdits } from '../../../../ui/form/use-edits.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { responseText } from '../../../../ui/words/error-message.ts';
import { previewedCodes } from '../../saves/contract.ts';
import { useConfirmedSave } from '../../saves/use-confirmed-save.tsx';
import { useShowSaved } from '../../saves/use-saved.ts';
import * as calls from '../contract.ts';
import { withoutDuplicates } from '../merge.ts';

type Location = calls.LocationRow;

/** The rows of the table as they are edited: those that are saved, those that the channel listed, and what is done with them. */
export function useLocations(slug: string, stored: readonly Location[], places: readonly calls.ProviderLocation[]) {
  const [remote, setRemote] = useState<readonly Location[]>([]);
  const [provided, setProvided] = useState(places);
  const { rows, edit, forget, acceptOthers } = useEdits(withoutDuplicates([...stored, ...remote]), idOf, valuesOf);
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved('locations');
  const { saveMappings, question } = useConfirmedSave();
  const edited = rows.filter(({ isEdited }) => isEdited);
  const mapsAnew = previewedCodes(slug, 'location', edited.map(mappingOf));
  const setUnsaved = (isUnsaved: (row: Location) => boolean) => setRemote((now) => now.filter(isUnsaved));
  const send = async () => {
    const locations = (edited.length > 0 ? edited : rows.filter(({ id }) => id !== null)).map(bodyOf);
    showSaved(await call(calls.saveLocationsCall, { params: { name: slug }, body: { locations } }));
    const ids = new Set(edited.map(idOf));
    setUnsaved((row) => !ids.has(idOf(row)));
    forget();
    await revalidate();
  };
  const readAgain = () => {
    acceptOthers();
    return revalidate();
  };
  /** A row that is not saved yet. */
  const remove = (internalId: string) => {
    setUnsaved((row) => idOf(row) !== internalId);
    forget(internalId);
    showAlert('success', calls.locationDeleted);
  };
  const get = async () => {
    const locations = await getLocations(slug, setProvided);
    const unsaved = locations.filter(({ id }) => id === null);
    setRemote(unsaved);
    showAlert('success', `${countedWords(locations.length, 'location')}, ${unsaved.length} not saved yet.`);
  };
  const save = () =>
    saveMappings({ title: 'Save these locations?', verb: 'Save', changes: mapsAnew, run: () => send().catch(whenChanged(readAgain)) });
  return { rows, places: provided, isUnsaved: edited.length > 0, mapsAnew, question, edit, remove, get, remap: () => remap(slug), save };
}

/** Calls `then` before it goes on with a refusal because somebody else was first. */
const whenChanged = (then: () => Promise<void>) => async (error: unknown) => {
  if (isRefused(error, 'changed_meanwhile')) await then();
  throw error;
};

const idOf = ({ internal_id }: Location) => internal_id;
/** The warehouse's location, empty for none. */
const valuesOf = ({ amware_location }: Location) => ({ place: amware_location ?? '' });
type Values = ReturnType<typeof valuesOf>;
const mappingOf = (row: Location & { values: Values }) => ({ code: row.internal_id, to: row.values.place || null });
const bodyOf = ({ connector_location, internal_id, values, was }: Location & { values: Values; was: Values }) => ({
  ...{ connector_location, internal_id, amware_location: values.place, was: was.place || null },
});

/** The channel's locations; the warehouse's are read anew beside it. */
async function getLocations(slug: string, setPlaces: (places: calls.ProviderLocation[]) => void): Promise<Location[]> {
  const provider = call(calls.listProviderLocationsCall, {}).then(setPlaces, (error) => showFailure(error, calls.providerNotLoaded));
  const [locations] = await Promise.all([call(calls.listRemoteLocationsCall, { params: { connector: slug } }), provider]);
  return locations;
}

async function remap(slug: string): Promise<void> {
  const { message } = await call(calls.remapLocationsCall, { params: { connector: slug } }).catch((error) => {
    throw Object.assign(error, { errorMessage: responseText(error) });
  });
  showAlert('success', message);
}
