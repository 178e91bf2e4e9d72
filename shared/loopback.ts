/** Whether an address of a network interface, or a name of it, is of this computer only. */
export const isLoopback = (address: string): boolean =>
  address.startsWith('127.') || ['localhost', '::1', '[::1]'].includes(address);
