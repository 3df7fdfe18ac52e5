import { Mosaic } from '../../design-system/tiles/mosaic.tsx'

/** The wall of tiles beside the headline, on wide screens. Static: it has nothing to click. */
export function LandingMosaic() {
  return (
    <Mosaic
      className="card h-auto w-full shadow-3"
      grid={[
        ['code', 'wave', 'book', 'dawn'],
        ['sun', 'leaf', 'slope', 'house'],
        ['boat', 'arch', 'heart', 'speech'],
        ['target', 'bowls', 'sails', 'bars'],
      ]}
    />
  )
}
