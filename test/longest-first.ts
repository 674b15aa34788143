import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest test files, mostly because they wait for processes. From the second run on Vitest knows them itself. */
const longest = [
  'test/faults/',
  'app/purchase-orders/awkward.test.ts',
  'app/stock-pushes/pushes.test.ts',
  'test/endpoints.test.ts',
  'test/isolation/nested.test.ts',
  'app/search/plan.test.ts',
  'bench/plans/',
  'platform/embedded-postgres.test.ts',
  'bin/crossdock.test.ts',
  'bin/start.e2e.ts',
  'test/widths.e2e.ts',
  'app/orders/orders.e2e.ts',
  'app/mappings/settings.e2e.ts',
  'app/search/search.e2e.ts',
  'app/dashboard/home.e2e.ts',
  'app/orders/editing/editing.e2e.ts',
  'app/imports/imports.e2e.ts',
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
