/** Version of the contract. Incremented with every change that breaks a window of the version before. */
export const contractVersion = 3;
