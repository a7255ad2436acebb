// The tree of objects: what an object is, where its properties are, and its children. Objects that
// stand in several places, as instances, share what is read here.
import { type AlembicArchive, metadataValue } from './alembic-archive.ts';
import { MAX_INSTANCE_LINKS } from './alembic-limits.ts';
import { type PropertyHeader, propertiesOf, SampledProperty } from './alembic-property.ts';
import { HeaderScanner } from './header-scanner.ts';
import type { OgawaAddress } from './ogawa-file.ts';

/** What an object's parent says of it. */
export interface ObjectHeader {
  /** The name, unique among the children of one parent. */
  readonly name: string;
  /** The schema, such as `AbcGeom_PolyMesh_v1`; empty if the object only holds others. */
  readonly schema: string;
  /** Whether another object stands here, which `.instanceSource` names. */
  readonly isInstance: boolean;
  /** The address of the object's group. */
  readonly address: OgawaAddress;
}

/** The bytes behind the headers of children: hashes of the object's content. */
const TRAILING_HASHES = 32;
/** The property of an instance that holds the path of its source. */
const SOURCE = '.instanceSource';

/** Reads objects, the children of each group once. All methods throw `FileError`. */
export class ObjectTree {
  /** The object at the top. */
  readonly top: ObjectHeader;
  private readonly archive: AlembicArchive;
  private readonly childrenAt = new Map<number, readonly ObjectHeader[]>();
  private readonly sources = new Map<ObjectHeader, ObjectHeader | undefined>();
  private readonly indices = new Map<readonly ObjectHeader[], ReadonlyMap<string, ObjectHeader>>();

  /** Nothing is read yet. */
  constructor(archive: AlembicArchive) {
    this.archive = archive;
    this.top = { name: '', schema: '', isInstance: false, address: archive.top };
  }

  /** Returns the children of an object in the order of the file. */
  children({ address }: ObjectHeader): readonly ObjectHeader[] {
    const known = this.childrenAt.get(address.at);
    if (known) return known;
    const children = childrenOf(this.archive, address);
    this.childrenAt.set(address.at, children);
    return children;
  }

  /** Reads those properties of an object that have one of these names. */
  properties({ address }: ObjectHeader, wanted: readonly string[]): Map<string, PropertyHeader> {
    const { file } = this.archive;
    const group = file.groupAt(address);
    if (group.count === 0) return new Map();
    return propertiesOf(this.archive, file.child(group, 0), wanted);
  }

  /**
   * Returns the object that stands where an instance is, or the object itself if it is none;
   * undefined if the source of an instance is not in the file.
   */
  resolve(object: ObjectHeader): ObjectHeader | undefined {
    if (!object.isInstance) return object;
    if (!this.sources.has(object)) this.sources.set(object, this.follow(object, { count: 0 }));
    return this.sources.get(object);
  }

  private follow(object: ObjectHeader, links: { count: number }): ObjectHeader | undefined {
    if (!object.isInstance) return object;
    if (++links.count > MAX_INSTANCE_LINKS) {
      const expected = `instances that lead to their source over at most ${MAX_INSTANCE_LINKS} others`;
      this.archive.file.fail(object.address.at, expected, 'more');
    }
    let at: ObjectHeader | undefined = this.top;
    for (const name of this.sourcePath(object).split('/').filter(Boolean)) {
      const parent: ObjectHeader | undefined = this.follow(at, links);
      at = parent && this.childNamed(parent, name);
      if (at === undefined) return undefined;
    }
    return at === this.top ? undefined : this.follow(at, links);
  }

  private childNamed(parent: ObjectHeader, name: string): ObjectHeader | undefined {
    const children = this.children(parent);
    let index = this.indices.get(children);
    if (index === undefined) {
      index = new Map(children.map((child) => [child.name, child]));
      this.indices.set(children, index);
    }
    return index.get(name);
  }

  private sourcePath(instance: ObjectHeader): string {
    const { archive } = this;
    const header = this.properties(instance, [SOURCE]).get(SOURCE);
    const source = header && new SampledProperty(archive, header);
    return source && source.storedCount > 0 ? source.text(0) : '';
  }
}

function childrenOf(archive: AlembicArchive, address: OgawaAddress): ObjectHeader[] {
  const { file } = archive;
  const group = file.groupAt(address);
  const children: ObjectHeader[] = [];
  if (group.count === 0) return children;
  // An object without children may lack the headers of children.
  if (group.count === 1) return children;
  const headers = new HeaderScanner(file, file.blockAt(file.child(group, group.count - 1)), TRAILING_HASHES);
  const count = group.count - 2;
  while (headers.hasMore) {
    if (children.length >= count) file.fail(headers.place, `headers of ${count} objects`, 'more');
    const name = headers.text(headers.uint(4, 'the length of a name'), 'the name of an object');
    const metadata = archive.metadataAt(headers.uint(1, 'the index of metadata'), headers, 4);
    children.push({
      name,
      schema: metadataValue(metadata, 'schema') ?? '',
      isInstance: metadataValue(metadata, 'isInstance') === '1',
      address: file.child(group, children.length + 1),
    });
  }
  if (children.length < count) file.fail(group.at, `the ${children.length} objects that have a header`, count);
  return children;
}
