export { person } from '../people/person.ts'
