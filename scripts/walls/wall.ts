/** A place in the project and what it may import. What is not listed is forbidden, types included. */
export interface Wall {
  /** A folder with what is below it, or one file; `*` stands for any one name. A more exact place counts for itself alone. */
  place: string;
  /** What the place is for, as a message gives it. */
  is: string;
  /** Folders (without the more exact places below them) and single files that it may import, besides itself. */
  imports: readonly string[];
  /** Of these folders only types, which are gone when the program runs. */
  types?: readonly string[];
  /** Packages; `node` stands for the modules of Node. */
  packages: readonly string[];
  /** Of these packages only types. */
  packageTypes?: readonly string[];
}
