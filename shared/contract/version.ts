/** Grows with every change that a window of before would not survive. */
export const contractVersion = 3;
