/** What says that the database of every test file is to be one of several nodes, those at CITUS_URL. It takes some seconds for each. */
const areAll = !!process.env.CITUS_URL && process.env.ALL_ON_NODES === '1';

/** Whether the database of this test file is distributed. Those that make or lose nodes, migrate or look at statements have databases of their own. */
export const runsOnNodes = (path = ''): boolean => areAll && !/test.(nodes|statements|migrations|isolation.lost-node)/.test(path);
