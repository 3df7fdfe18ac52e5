import { Pool } from 'pg'
import { app } from '../../app.ts'
export const chatTest = [app, Pool]
