import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest test files, mostly because they wait for processes. From the second run on Vitest knows them itself. */
const longest = [
  'test/faults/',
  'app/nouns/purchase-flow/asn/awkward.test.ts',
  'app/nouns/stock-out/pushes.test.ts',
  'test/endpoints.test.ts',
  'test/examples/',
  'test/isolation/nested.test.ts',
  'app/screens/search/plan.test.ts',
  'bench/plans/',
  'platform/embedded-postgres.test.ts',
  'bin/crossdock.test.ts',
  'bin/start.e2e.ts',
  'test/widths.e2e.ts',
  'app/nouns/orders/orders.e2e.ts',
  'app/nouns/mappings/settings.e2e.ts',
  'app/screens/search/search.e2e.ts',
  'app/screens/dashboard/home.e2e.ts',
  'app/nouns/orders/editing/editing.e2e.ts',
  'app/screens/import-export/imports/imports.e2e.ts',
];

/** Begins with the longest files, so that none of them is left to run alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.includes(path));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
