/** Version of the contract. Incremented with every change that breaks a client of the version before. */
export const contractVersion = 10;
